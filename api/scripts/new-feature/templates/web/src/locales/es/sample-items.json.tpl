{
  "about": "Los sample items de su organización. Agregar: sample item agrega uno.",
  "actions": "Acciones",
  "add": "Agregar: sample item",
  "added": "Se agregó {{name}}",
  "created": "Creado",
  "createdBy": "Creado por",
  "editOf": "Editar {{name}}",
  "id": "ID",
  "name": "Nombre",
  "remove": "Quitar",
  "removeBody": "Se quita para toda su organización y no se puede restaurar.",
  "removeFailed": "No se pudo quitar {{name}}. Inténtelo de nuevo.",
  "removeOf": "Quitar {{name}}",
  "removed": "Se quitó {{name}}",
  "save": "Guardar",
  "title": "Sample items",
  "updated": "Se guardó {{name}}"
}
