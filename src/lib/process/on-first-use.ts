/** Returns a function that makes a value when it is first called, and returns the same value from then on. */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
