{
  "add": "Add sample item",
  "added": "{{name}} was added",
  "created": "Created",
  "createdBy": "Created by",
  "id": "ID",
  "name": "Name",
  "save": "Save",
  "title": "Sample items"
}
