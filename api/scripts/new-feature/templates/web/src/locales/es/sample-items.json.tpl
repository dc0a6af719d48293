{
  "add": "Agregar: sample item",
  "added": "Se agregó {{name}}",
  "created": "Creado",
  "createdBy": "Creado por",
  "id": "ID",
  "name": "Nombre",
  "save": "Guardar",
  "title": "Sample items"
}
