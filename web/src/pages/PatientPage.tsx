/** The page at /patients/:id. */
export function PatientPage() {
  return null;
}
