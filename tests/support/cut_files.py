"""Cut files as tests read them again."""

NS = {"s": "http://www.w3.org/2000/svg"}


def layer(root, name):
    """The layer of a cut file that has this name."""
    (group,) = root.xpath(f"s:g[@id='{name}']", namespaces=NS)
    return group
