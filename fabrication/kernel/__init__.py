"""Operations on solids, over CadQuery's."""
