"""The text of a PDF."""

import pypdfium2


def by_pdfium(path):
    """Each page's text as pdfium reads it, words a space apart."""
    with pypdfium2.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
