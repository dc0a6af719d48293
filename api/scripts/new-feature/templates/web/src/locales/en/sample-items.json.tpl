{
  "about": "The sample items of your organization. Add sample item adds one.",
  "add": "Add sample item",
  "added": "{{name}} was added",
  "created": "Created",
  "createdBy": "Created by",
  "id": "ID",
  "name": "Name",
  "save": "Save",
  "title": "Sample items"
}
