The list of sample items and its dialog.
