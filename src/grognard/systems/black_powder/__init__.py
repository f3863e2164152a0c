"""Black Powder, Napoleonic house rules: orders spoken and rolled for, morale saves, break tests."""
