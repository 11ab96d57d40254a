"""Turns into claims: rules offline, or a model; both fill one contract."""
