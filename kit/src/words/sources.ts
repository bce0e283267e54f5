/** A section of the public specification of the authlib-injector layout. */
export const injectorSpec = (section: string): string =>
  `authlib-injector, Yggdrasil Server Technical Specification, "${section}"`

/** A page of that project, about the key that signs. */
export const injectorKeys = 'authlib-injector, Signature Key Pair'

/** A page of the reference that this repository keeps of the protocol (docs/protocol), and its numbered decision. */
export const reference = (page: string, section: string): string =>
  `protocol reference, ${page}.md, ${section}`

export const rfc = (number: number, section: string): string => `RFC ${number}, section ${section}`

/** A client that was seen to do it, by its source or on the wire. */
export const seen = (client: string): string => `observed: ${client}`

export const issue = (thread: string): string => `public report ${thread}`
