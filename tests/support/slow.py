"""Which tests are `slow`: they cost more than some seconds of CPU (`tests/support/costs.py` says how much)."""

from __future__ import annotations

import re

SLOW = {
    # Everything of a game, or a whole medium, is built or looked at.
    "tests/whole/test_whole.py": "",
    "tests/whole/test_configurations.py::test_any_configuration_ends_in_sound_parts_or_in_named_problems": "",
    "tests/whole/test_configurations.py::test_what_was_found_once": "storage-box",
    "tests/whole/test_sheet_configurations.py": "",
    "tests/bench/test_reprint.py": "",
    "tests/design/packing/test_bed_nesting.py::test_the_beds_of_a_game_hold_the_bill_and_its_spares": "",
    "tests/design/packing/test_bed_nesting.py::test_there_is_one_bed_for_each_of_five_colours": "",
    "tests/design/packing/test_bed_nesting.py::test_a_second_build_keeps_the_beds_and_one_that_it_no_longer_makes_goes": "",
    "tests/design/packing/test_bed_nesting.py::test_a_bed_is_sliced_on_the_printer_s_bed": "",
    "tests/inspection/test_own_output.py": "",
    "tests/inspection/test_report.py::test_sets_read_at_once_say_what_they_say_one_by_one": "",
    "tests/inspection/test_gate_mesh.py::test_every_part_of_the_game_prints": "",
    "tests/fabrication/test_parts.py::test_inspection_finds_each_to_be_what_it_is": "",
    "tests/design/sheets/test_calibration.py::test_what_is_read_sets_the_printer_right_and_a_second_reading_adds_up": (
        r"\[(?!long-edge-portrait)"
    ),
    "tests/inspection/test_calibration_read.py::test_a_right_sheet_passes": r"\[(?!long-edge-portrait)",
    "tests/printables/test_sheet.py::test_any_number_of_cards": r"\[(?!long-edge)",
    # Parts besides one of each sort in its default size.
    "tests/fabrication/test_parts.py::test_the_file": r"smallest|largest|sliding-default-storage-box|\.(forest|violet|2|5)\]",
    "tests/fabrication/test_parts.py::test_markers_have_the_volume_that_their_faces_give": "smallest|largest",
    "tests/fabrication/test_parts.py::test_plates_have_the_volume_that_their_faces_give": "smallest|largest",
    "tests/design/families/test_number_board.py": r"smallest|largest|corrected",
    "tests/design/parts/test_splitting.py": r"\[.*(tray|lid|poker plate|plate on 70 mm)",
    "tests/design/parts/test_splitting.py::test_a_split_lid_slides_through_a_split_box": "",
    "tests/design/parts/test_splitting.py::test_a_joint_of_another_clearance_is_found": "",
    "tests/design/parts/test_splitting.py::test_a_seam_through_an_opening_that_frees_a_piece_is_refused": "",
    "tests/design/parts/test_splitting.py::test_parts_count_as_parts_of_one_component": "",
    "tests/design/parts/test_splitting.py::test_parts_in_colours_fill_their_engravings": "",
    "tests/design/parts/test_splitting.py::test_a_part_that_lost_something_is_found": "",
    "tests/design/parts/test_splitting.py::test_a_seam_needs_no_support_where_the_foot_is_relieved_most": "",
    "tests/design/families/test_squares.py::test_seats_that_run_into_each_other_are_named_with_what_would_do": "",
    "tests/design/families/test_squares.py::test_a_box_s_walls_that_nothing_holds_beside_the_boards_are_thick_enough": "",
    "tests/design/families/test_squares.py::test_its_halves_share_no_seat_and_are_recognised": "",
    "tests/design/families/test_squares.py::test_tokens_are_drawn_by_finer_and_coarser_nozzles": "",
    "tests/design/faces/test_ink.py::test_low_takes_less_than_half_and_outlines_a_sixth_of_what_full_takes": "",
    "tests/design/storage/test_sliding_lid.py": "",
    "tests/design/storage/test_storage_box.py": "",
    "tests/fabrication/test_cases_solids.py::test_case_25_with_the_thickest_walls_every_store_is_hollow": "",
    "tests/fabrication/test_cases_solids.py::test_case_27_no_fit_is_zero_and_a_lid_goes_on_with_its_gap": "",
    "tests/fabrication/test_cases_solids.py::test_case_27_the_title_does_not_meet_what_the_lid_goes_into": "",
    "tests/fabrication/test_cases_solids.py::test_case_27_a_dovetail_holds_by_a_millimetre": "",
    "tests/fabrication/test_cases_solids.py::test_case_27_a_lid_does_not_stick_under_the_box": "",
    "tests/fabrication/test_cases_solids.py::test_case_28_sleeves_make_the_store_as_large_as_the_stack": "",
    # The same bytes by processes of their own.
    "tests/fabrication/test_cases_solids.py::test_case_33_every_sort_of_part_has_the_same_bytes_in_two_processes": "",
    "tests/fabrication/test_mesh.py::test_the_same_bytes_in_every_process": "",
    "tests/fabrication/test_step.py::test_two_processes_write_the_same_bytes": "",
    "tests/bench/test_sweep.py::test_whoever_works_makes_the_same_bytes": "",
    # A slicer slices.
    "tests/fabrication/test_parts.py::test_the_board_slices_without_supports_with_any_nozzle": "",
    "tests/fabrication/test_parts.py::test_it_slices_without_supports": "",
    "tests/design/families/test_coupon.py::test_a_comb_is_sliced_without_supports": "",
    "tests/design/families/test_coupon.py::test_grooves_and_strip_print_without_supports": "",
    # Play is explored.
    "tests/rules/play/test_sufficiency.py": "",
}
"""Modules or tests, and which of a test's cases: those whose name holds this pattern."""


def is_slow(test: str) -> bool:
    """Whether a test, by its node's name, is slow."""
    return any(test.startswith(name) and re.search(cases, test[len(name) :]) for name, cases in SLOW.items())
