import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ minLength: 1, description })

/** The schema of a flag, in JSON and in forms. Any other value is refused (P2). */
const flag = (description: string) =>
  Type.Union([Type.Boolean(), Type.Enum([0, 1, '0', '1', 'true', 'false', '']), Type.Null()], { description })

/** Returns the value of a flag that has passed validation. */
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

/** The schemas of requests that need a clientToken. */
export const launcherRequests = {
  Authenticate: Type.Object({ username, password, clientToken, requestUser }),
  Refresh: Type.Object({ accessToken, clientToken, requestUser }),
  Invalidate: Type.Object({ accessToken, clientToken }),
}

/** The schemas for clients that may omit the clientToken; null counts as absent (L17). Invalidate ignores it (J6). */
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

/** Returns true for at most 255 characters, counted as code points (L17). */
export const clientTokenFits = (clientToken: string): boolean =>
  clientToken.length <= 255 || Array.from(clientToken).length <= 255
