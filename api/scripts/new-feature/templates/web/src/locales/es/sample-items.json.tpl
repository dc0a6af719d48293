{
  "about": "Los sample items de su organización. Agregar: sample item agrega uno.",
  "add": "Agregar: sample item",
  "added": "Se agregó {{name}}",
  "created": "Creado",
  "createdBy": "Creado por",
  "id": "ID",
  "name": "Nombre",
  "save": "Guardar",
  "title": "Sample items"
}
