Sample items of an organization: the list and the form.
