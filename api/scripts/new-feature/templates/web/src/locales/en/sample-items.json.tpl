{
  "about": "The sample items of your organization. Choose Add sample item to add one.",
  "actions": "Actions",
  "add": "Add sample item",
  "added": "{{name}} was added",
  "created": "Created",
  "createdBy": "Created by",
  "editOf": "Edit {{name}}",
  "id": "ID",
  "name": "Name",
  "remove": "Remove",
  "removeBody": "It is removed for everyone in your organization, and cannot be restored.",
  "removeFailed": "{{name}} could not be removed. Try again.",
  "removeOf": "Remove {{name}}",
  "removed": "{{name}} was removed",
  "save": "Save",
  "title": "Sample items",
  "updated": "{{name}} was saved"
}
