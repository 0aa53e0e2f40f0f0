"""Which tests are `slow`: they cost more than some seconds of CPU (`tests/support/costs.py` says how much).

One of each kind is left to `make test`. The first test of a module pays for what the others share, so its cost says little.
"""

from __future__ import annotations

import re

ANY = "any"
"""Stands for each test of a module."""

SLOW: dict[str, str | dict[str, str]] = {
    "tests/bench/test_build.py": {
        "a_damaged_file_is_made_again": "",
        "a_tuck_box_that_no_paper_takes_stops_every_build_of_sheets": r"\[(?!pdf)",
        "an_unexpected_error_in_a_builder_is_a_problem_with_the_file_s_name": "",
        "another_number_of_players_drops_media_that_were_not_built_again": "",
        "it_stops_no_build_of_solids_and_no_sheet_of_an_earlier_build_goes": "",
        "the_same_input_gives_the_same_bytes": "",
        "what_nobody_asks_for_any_more_is_removed": "",
    },
    "tests/bench/test_crew.py": {
        "a_cluster_s_workers_give_the_same_proof_and_stop_when_they_are_told": "",
        "several_processes_give_the_results_in_order_and_the_same_proof": "",
    },
    "tests/bench/test_docs.py": {
        "pieces_that_are_shown_for_a_nozzle_of_0_8_mm_are_made_with_it": r"\[(?!judge-domino)",
    },
    "tests/bench/test_ownership.py": {
        "a_build_that_died_while_it_put_files_in_place_is_no_trap": "",
        "a_damaged_manifest_is_written_anew": "",
        "a_file_in_the_way_that_no_build_made_is_not_written_over": "",
        "a_file_that_was_changed_since_is_somebody_s_and_stays": "",
        "a_game_of_ones_own_builds_beside_its_folder": "",
        "files_that_are_as_a_build_makes_them_are_taken_over_without_a_manifest": "",
        "somebody_s_manifest_is_not_written_over": "",
        "the_output_folder_itself_may_be_a_link": "",
    },
    "tests/bench/test_reprint.py": "",
    "tests/bench/test_sweep.py": {
        "whoever_works_makes_the_same_bytes": "",
    },
    "tests/bench/test_watch.py": {
        "each_save_is_answered": "",
    },
    "tests/design/checks/test_checks.py": {
        "own_sleeves_must_take_the_cards": "",
        "the_foot_that_is_named_holds_and_none_less": "",
        "what_a_nozzle_draws_is_a_line_and_a_half_wide": r"\[1\.2",
        "what_cannot_be_printed_is_refused_by_name": "slender|a layer too high|core of two|box wall",
    },
    "tests/design/config/test_config.py": {
        "sizes_that_contradict_each_other": "settings2",
        "the_defaults_can_be_made_on_every_printer": r"\[(?!ender-3)",
        "the_defaults_can_be_made_with_a_finer_and_a_coarser_nozzle": r"\[0\.8",
    },
    "tests/design/config/test_printer.py": {
        "a_comb_s_number_may_be_typed_as_it_stands": "",
        "inspection_refuses_parts_made_without_the_correction": "storage|number-plate",
        "parts_stand_on_a_foot_as_much_narrower": "",
    },
    "tests/design/faces/test_bare_faces.py": {
        "ink_and_versions_are_for_printing_at_home": "",
    },
    "tests/design/faces/test_ink.py": {
        "coverage_is_measured_as_another_program_measures_it": "",
        "every_piece_is_recognised_in_every_ink": "cards",
        "ghostscript_finds_less_ink_too": "",
        "low_takes_less_than_half_and_outlines_a_sixth_of_what_full_takes": "",
        "the_picture_of_the_filled_box_is_tinted_where_ink_is_saved": "outline",
    },
    "tests/design/faces/test_own_pictures.py": {
        "chromium_shows_the_pictures_of_a_cut_file_as_the_pdf_has_them": "",
        "inspection_names_a_picture_that_is_not_in_inks_and_one_that_ends_at_the_trim": "",
    },
    "tests/design/faces/test_version.py": {
        "each_piece_of_the_game_carries_it_where_it_is_asked_for": "",
    },
    "tests/design/families/test_coupon.py": {
        "a_comb_is_sliced_without_supports": "",
        "a_comb_made_wrong_is_found": r"\[(?!wider)",
        "a_dovetail_goes_in_from_above_and_does_not_pull_out": "",
        "a_groove_that_leans_from_another_height_is_found": "",
        "coupon_files_are_found_right_and_weigh_little": "",
        "grooves_and_strip_print_without_supports": "",
        "grooves_are_wider_than_a_sliding_lid_by_twice_their_number_at_every_height": "",
        "numbers_can_be_drawn_by_other_nozzles": r"\[(?!0\.8)",
        "openings_are_wider_than_the_mate_by_twice_the_number_beside_them": r"\[(?!lid|card)",
        "the_command_makes_them_and_clean_takes_them_away": "",
        "the_test_piece_has_the_mate_s_size": r"\[(?!lid)",
    },
    "tests/design/families/test_dice.py": {
        "a_die_upside_down_or_mirrored_is_found": "",
        "a_game_with_a_die_is_complete_in_all_media": "",
        "a_pip_that_is_missing_is_found": r"\[(?!3)",
        "a_wrong_size_and_another_die_are_found": "",
        "in_colours_all_six_faces_are_filled": "",
        "it_slices_without_supports": "",
        "the_file_is_one_sound_die": r"\[(?!large)",
        "two_faces_that_changed_places_are_found": "",
    },
    "tests/design/families/test_dominoes.py": {
        "an_edge_without_its_number_shows": "",
        "another_number_is_recognised_as_another": "",
        "in_colours_all_six_faces_are_filled": "",
        "in_colours_with_a_coarse_nozzle_too": "",
        "it_stands_both_ways_as_the_mesh_says": "default|largest|smallest",
        "the_file_is_one_sound_domino": "default|largest|smallest",
    },
    "tests/design/families/test_number_board.py": {
        "a_card_fits_at_the_tightest": "",
        "a_plate_put_in_wrongly_does_not_go_in": "table",
        ANY: "smallest|largest|corrected",
        "exchanged_connectors_do_not_go_on": "",
        "nothing_runs_into_anything": "",
    },
    "tests/design/families/test_paper_board.py": {
        "files_hold_the_boards_with_their_lines_and_each_mutation_is_named": "",
    },
    "tests/design/families/test_squares.py": {
        "a_box_s_walls_that_nothing_holds_beside_the_boards_are_thick_enough": "",
        "a_round_token_lies_in_each_seat_with_its_clearance": "default",
        "halves_put_together_hold_by_their_dovetails": "",
        "it_slices_without_supports": "",
        "its_halves_share_no_seat_and_are_recognised": "",
        "seats_that_run_into_each_other_are_named_with_what_would_do": "",
        "the_file_is_one_sound_solid_of_the_size_that_was_asked_for": r"\[(?!smallest)",
        "the_volume_is_what_seats_and_lines_leave": "largest",
        "tokens_are_drawn_by_finer_and_coarser_nozzles": "",
    },
    "tests/design/families/test_tiles.py": {
        "five_tiles_stand_in_their_board_either_way_round": "",
        "the_file_is_the_tile": "largest|smallest",
    },
    "tests/design/families/test_toppling.py": {
        "each_rule_bites": r"\[(?!too thin|numbers too deep|edges wide)",
    },
    "tests/design/graphics/test_type.py": {
        "each_character_is_drawn_as_its_own_typeface_draws_it": "",
    },
    "tests/design/graphics/test_type_workers.py": "",
    "tests/design/packing/test_bed_nesting.py": {
        "a_bed_is_sliced_on_the_printer_s_bed": "",
        "a_second_build_keeps_the_beds_and_one_that_it_no_longer_makes_goes": "",
        "the_beds_of_a_game_hold_the_bill_and_its_spares": "",
        "there_is_one_bed_for_each_of_five_colours": "",
    },
    "tests/design/packing/test_packing.py": {
        "everything_lies_in_the_box": "sliding",
    },
    "tests/design/parts/test_splitting.py": {
        "a_joint_of_another_clearance_is_found": "",
        "a_lid_that_no_seam_can_pass_shows_each_sign_whole_on_one_part": r"\[(?!geometric-chamber-100)",
        "a_part_that_lost_something_is_found": "",
        "a_seam_needs_no_support_where_the_foot_is_relieved_most": "",
        "a_seam_of_the_lid_goes_between_the_letters_of_its_title": r"\[(?!geometric-chamber-settings0)",
        "a_seam_through_an_opening_that_frees_a_piece_is_refused": "",
        "a_split_lid_slides_through_a_split_box": "",
        ANY: r"\[.*(tray|lid|poker plate|plate on 70 mm)",
        "parts_are_the_whole_less_the_gaps": "",
        "parts_count_as_parts_of_one_component": "",
        "parts_in_colours_fill_their_engravings": "",
        "parts_meet_nowhere_and_stand_the_clearance_apart": "",
        "parts_print_without_supports": "",
    },
    "tests/design/sheets/test_calibration.py": {
        "sheets_of_an_earlier_call_go_and_clean_takes_them": "",
        "what_is_read_sets_the_printer_right_and_a_second_reading_adds_up": r"\[(?!long-edge-portrait)",
    },
    "tests/design/sheets/test_stickers.py": {
        "poker_cards_in_sleeves_have_stickers_on_every_paper": "",
    },
    "tests/design/storage/test_sliding_lid.py": "",
    "tests/design/storage/test_storage_box.py": "",
    "tests/design/tuck_box/test_tuck_box.py": {
        "a_box_too_large_for_one_page_comes_in_parts": "",
        "sleeves_backing_spares_and_players_change_it": "",
    },
    "tests/design/tuck_box/test_tuck_box_files.py": {
        "a_good_box_is_counted_once": "program-parts",
        "a_spoilt_box_is_not_counted": "a (front|back) without",
        "the_pdf_has_its_true_size_its_fonts_and_its_texts": "letter",
    },
    "tests/fabrication/test_cases_solids.py": {
        "case_25_walls_thicker_than_the_room_are_refused_by_name": "",
        "case_25_with_the_thickest_walls_every_store_is_hollow": "",
        "case_27_a_dovetail_holds_by_a_millimetre": "",
        "case_27_a_lid_does_not_stick_under_the_box": "",
        "case_27_no_fit_is_zero_and_a_lid_goes_on_with_its_gap": "",
        "case_27_the_title_does_not_meet_what_the_lid_goes_into": "",
        "case_28_sleeves_make_the_store_as_large_as_the_stack": "",
        "case_29_labels_are_on_the_coupon": "",
        "case_30_parts_lie_as_they_print_on_the_bed": "storage-lid|penalty|plate",
        "case_32_a_trim_of_any_outline_is_wound_outward": "",
        "case_32_bottoms_look_down_and_neighbours_agree": "plate",
        "case_33_every_sort_of_part_has_the_same_bytes_in_two_processes": "",
        "case_4_copies_are_made_as_often_as_asked": "",
    },
    "tests/fabrication/test_mesh.py": {
        "the_same_bytes_in_every_process": "",
    },
    "tests/fabrication/test_parts.py": {
        ANY: r"smallest|largest|sliding-default-storage-box|\.(forest|violet|2|5)\]",
        "inspection_finds_each_to_be_what_it_is": "",
        "it_slices_without_supports": "",
        "markers_have_the_volume_that_their_faces_give": "",
        "the_board_slices_without_supports_with_any_nozzle": "",
        "the_file_has_the_size_that_was_asked_for": "storage-(box|lid)",
        "the_file_is_one_sound_solid": "storage-(box|lid)",
    },
    "tests/fabrication/test_step.py": "",
    "tests/fabrication/test_threemf.py": "",
    "tests/games/test_dokojong.py": {
        "the_rules_take_one_sheet_and_the_box_another_page": r"\[letter",
    },
    "tests/games/test_own_games.py": {
        "a_game_begun_builds_as_it_is": r"\[(?!cards)",
    },
    "tests/inspection/test_calibration_read.py": {
        "a_right_sheet_passes": r"\[(?!long-edge-portrait)",
        "a_spoilt_sheet_is_named": r"\[(?!one per cent|a line lacks|the back on its head)",
    },
    "tests/inspection/test_duplex_modes.py": {
        "backs_that_are_moved_for_a_printer_pass_and_without_it_do_not": "landscape",
    },
    "tests/inspection/test_gate_mesh.py": {
        "every_part_of_the_game_prints": "",
    },
    "tests/inspection/test_memory.py": {
        "a_command_looks_again_when_anything_has_changed": r"\[(?!spoilt)",
        "another_configuration_or_other_judges_know_nothing": "",
        "damaged_verdicts_are_none": r"\[(?!<lambda>0)",
        "somebody_s_file_of_that_name_stays": "",
        "what_is_known_of_a_folder_with_the_same_files_is_taken_over_and_nothing_else": "",
    },
    "tests/inspection/test_own_output.py": "",
    "tests/inspection/test_report.py": {
        "sets_read_at_once_say_what_they_say_one_by_one": "",
        "without_a_manifest_files_are_measured_all_the_same": "",
    },
    "tests/inspection/test_siblings.py": {
        "it_says_what_a_comparison_with_each_says": "",
    },
    "tests/printables/documents/test_documents.py": {
        "lines_of_the_rules_are_as_long_as_is_easy_to_read": r"\[(?!a4)",
    },
    "tests/printables/documents/test_rulesheet_headings.py": {
        "no_heading_ends_a_column": "",
        "wherever_a_column_ends_a_heading_goes_with_what_follows": r"\[(?!table)",
    },
    "tests/printables/documents/test_rulesheet_papers.py": {
        "a_rule_sheet_alone_is_made_on_a5_and_read_back_and_on_photo_paper_refused": "",
        "columns_stand_side_by_side_in_the_middle_of_the_paper": r"\[(?!.*size0)",
        "no_line_of_text_lies_over_another": r"\[(?!.*size0)",
        "one_column_takes_more_pages_than_four_and_still_an_end": "",
    },
    "tests/printables/test_cases_sheets.py": {
        "pages_made_wrong_are_found": "svg",
        "what_stands_beside_the_pieces_and_is_wrong_is_found": "svg",
    },
    "tests/printables/test_cutting.py": {
        "a_punch_makes_a_marker_a_circle_of_its_size": r"\[(?!25mm)",
        "marks_are_found_in_every_way_to_get_backs_behind_fronts": "back",
    },
    "tests/printables/test_images.py": {
        "a_deck_has_ten_by_seven_places_as_large_as_the_limit_allows": "",
        "each_fault_is_named": "words[6-9]",
    },
    "tests/printables/test_pdf.py": {
        "each_back_is_drawn_exactly_behind_its_front": "letter",
        "the_same_sheets_are_the_same_bytes_in_another_process": "",
    },
    "tests/printables/test_printhouse.py": {
        "each_fault_is_named": "words([3-9]|1[01])",
    },
    "tests/printables/test_sheet.py": {
        "any_number_of_cards": r"\[(?!long-edge)",
        "nothing_touches": "letter",
    },
    "tests/printables/test_svg.py": {
        "pieces_lie_where_the_pdf_has_them": "letter",
    },
    "tests/rules/play/test_sufficiency.py": "",
    "tests/whole/test_configurations.py": {
        "any_configuration_ends_in_sound_parts_or_in_named_problems": "",
        "what_was_found_once": r"\[(?!connector\.right)",
    },
    "tests/whole/test_one_change.py": {
        "a_change_makes_what_depends_on_it_and_nothing_else": r"\[(?!number_board|spares|domino)",
    },
    "tests/whole/test_sheet_configurations.py": "",
    "tests/whole/test_whole.py": "",
}
"""Modules, or what tests of them are called after `test_`, and which of their cases: those whose name holds this pattern."""


def is_slow(test: str) -> bool:
    """Whether a test, by its node's name, is slow."""
    module, _, name = test.partition("::")
    listed = SLOW.get(module)
    if isinstance(listed, str):
        return re.search(listed, name) is not None
    function, bracket, cases = name.removeprefix("test_").partition("[")
    patterns = [one for key, one in (listed or {}).items() if key in (ANY, function)]
    return any(re.search(one, bracket + cases) for one in patterns)
