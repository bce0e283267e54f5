/** Thrown if the object store of textures does not answer as it should. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Thrown if the store has another file under a name, or none. Other objects may be fine. */
export class ObjectWrong extends StoreUnavailable {
  override name = 'ObjectWrong'
}
