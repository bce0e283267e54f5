import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ minLength: 1, description })

/** What counts as a yes or a no, in JSON and in forms alike; anything else is incorrect (P2). */
const flag = (description: string) =>
  Type.Union([Type.Boolean(), Type.Enum([0, 1, '0', '1', 'true', 'false', '']), Type.Null()], { description })

/** Reads a flag that its schema has let through. */
export function isTrue(value: Static<ReturnType<typeof flag>> | undefined): boolean {
  return value === true || value === 'true' || value === 1 || value === '1'
}

const username = text("The player's username or email address, in any letter case.")
const password = text(
  'The password, followed by a colon and the TOTP code where two-factor authentication is on.',
)
const accessToken = text('The access token, as authenticate or refresh returned it.')
const clientToken = text('The string that the launcher chose for itself.')
const optionalClientToken = Type.Optional(Type.Union([clientToken, Type.Null()]))
const requestUser = Type.Optional(flag('Whether the answer includes `user`.'))

/** Those that need a clientToken. */
export const launcherRequests = {
  Authenticate: Type.Object({ username, password, clientToken, requestUser }),
  Refresh: Type.Object({ accessToken, clientToken, requestUser }),
  Invalidate: Type.Object({ accessToken, clientToken }),
}

/** The same from clients that may leave it out; null counts as absent (L17). Invalidate ignores it, whatever it holds (J6). */
export const lenientLauncherRequests = {
  Authenticate: Type.Object({ username, password, clientToken: optionalClientToken, requestUser }),
  Refresh: Type.Object({ accessToken, clientToken: optionalClientToken, requestUser }),
  Invalidate: Type.Object({ accessToken }),
}

export const ValidateRequest = Type.Object({ accessToken, clientToken: optionalClientToken })
export const SignoutRequest = Type.Object({ username, password })

export const JoinRequest = Type.Object({
  accessToken,
  selectedProfile: Type.Union([
    text("The profile's UUID, or its name."),
    Type.Object({ id: text('The UUID.') }, { description: 'The whole profile, as some libraries send it.' }),
  ]),
  serverId: text('The hash that client and server agree on.'),
})
export const HasJoinedQuery = Type.Object({
  username: text('Name of the player.'),
  serverId: text('The hash that client and server agree on.'),
  ip: Type.Optional(Type.String({ description: 'Address that the server saw the client come from.' })),
})
export const ProfileParams = Type.Object({
  uuid: Type.String({ description: 'UUID, with or without hyphens.' }),
})
export const ProfileQuery = Type.Object({
  unsigned: Type.Optional(flag('When true, the answer bears no signature.')),
})

/** At most 255 characters, counted as code points (L17). */
export const clientTokenFits = (clientToken: string): boolean =>
  clientToken.length <= 255 || Array.from(clientToken).length <= 255
