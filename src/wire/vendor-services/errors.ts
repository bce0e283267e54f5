import { errorTable } from '../../http/errors/error-table.ts'
import { type PathError, withPath } from '../../http/errors/wire-error.ts'
import { authlibInjectorErrors } from '../authlib-injector/errors.ts'
import { lookupErrors } from '../lookup/errors.ts'

type NameStatus = 'DUPLICATE' | 'NOT_ALLOWED'
type FriendStatus =
  | 'CANNOT_ADD_SELF'
  | 'DUPLICATED_PROFILES'
  | 'FRIENDS_DISABLED'
  | 'INVITE_REJECTED'
  | 'LIMIT_REACHED'
  | 'UNKNOWN_PROFILE'

interface ServicesError extends PathError {
  /** Why the name is not available, or the friend is not added. */
  details?: { status: NameStatus | FriendStatus }
}

const row = (
  status: number,
  error: string,
  errorMessage: string,
  details?: ServicesError['details'],
): ServicesError => ({ status, path: '', error, errorMessage, ...(details && { details }) })

const constraint = (errorMessage: string) => row(400, 'CONSTRAINT_VIOLATION', errorMessage)

/** The refusals of the vendor's newer routes. The status tells the game what to show; 401 means signing in again. */
export const servicesErrors = errorTable(
  {
    bearer_invalid: row(401, 'UnauthorizedOperationException', 'Unauthorized'),
    scope_missing: withPath(authlibInjectorErrors.own.scope_missing),
    account_unknown: withPath(authlibInjectorErrors.own.account_unknown),

    uuid_malformed: constraint('Invalid uuid format.'),
    names_unreadable: constraint('Passed array of profile names is an invalid JSON string.'),
    names_too_many: constraint('Not more than that 100 profile names per call is allowed.'),
    name_missing: constraint('profileName can not be null, empty or array key.'),
    client_banned: withPath(lookupErrors.own.client_banned),
    profile_unknown: row(404, 'NOT_FOUND', 'Not Found'),
    neighbour_unsure: withPath(lookupErrors.own.neighbour_unsure),

    username_malformed: row(400, 'CONSTRAINT_VIOLATION', 'Invalid profile name', { status: 'NOT_ALLOWED' }),
    username_taken: row(403, 'FORBIDDEN', 'The name is taken.', { status: 'DUPLICATE' }),
    username_held: row(403, 'FORBIDDEN', 'The name is taken.', { status: 'DUPLICATE' }),
    username_reserved: row(403, 'FORBIDDEN', 'The name is not allowed.', { status: 'NOT_ALLOWED' }),
    username_vendor: row(403, 'FORBIDDEN', 'The name is taken.', { status: 'DUPLICATE' }),
    vendor_unavailable: row(
      503,
      'ServiceUnavailableException',
      'It is not known whether the name is free. Try again in a moment.',
    ),
    username_changed_lately: row(403, 'FORBIDDEN', 'The name was changed too lately.', {
      status: 'NOT_ALLOWED',
    }),

    texture_missing: constraint('The request must be a form with the image in the field "file".'),
    texture_model_unknown: constraint('The variant must be classic or slim.'),
    texture_unknown: constraint(
      'The profile does not own this cape: capeId must be the id of a cape in its list.',
    ),
    texture_malformed: constraint('The file is not a PNG image, or a damaged one.'),
    texture_animated: constraint('Animated images are not supported.'),
    texture_size_unknown: constraint(
      'The image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17), or a multiple that is allowed here.',
    ),
    texture_too_large: withPath(authlibInjectorErrors.own.texture_too_large),
    skins_off: withPath(authlibInjectorErrors.own.skins_off),
    capes_off: withPath(authlibInjectorErrors.own.capes_off),
    uploads_suspended: withPath(authlibInjectorErrors.own.uploads_suspended),
    texture_taken_down: withPath(authlibInjectorErrors.own.texture_taken_down),
    too_many_uploads: row(
      429,
      'TooManyRequestsException',
      'Too many textures were uploaded. Try again later.',
    ),

    friend_update_malformed: constraint('updateType must be ADD or REMOVE.'),
    friend_unknown: row(400, 'CONSTRAINT_VIOLATION', 'There is no such player.', {
      status: 'UNKNOWN_PROFILE',
    }),
    friend_self: row(400, 'CONSTRAINT_VIOLATION', 'Nobody is a friend of themselves.', {
      status: 'CANNOT_ADD_SELF',
    }),
    friend_ambiguous: row(400, 'CONSTRAINT_VIOLATION', 'name and profileId are of two players.', {
      status: 'DUPLICATED_PROFILES',
    }),
    friend_refused: row(403, 'FORBIDDEN', 'The player takes no request.', { status: 'INVITE_REJECTED' }),
    friends_off: row(403, 'FORBIDDEN', 'Your own friends list is off.', { status: 'FRIENDS_DISABLED' }),
    friend_limit: row(403, 'FORBIDDEN', 'Your friends list is full.', { status: 'LIMIT_REACHED' }),
    friends_preferences_malformed: constraint(
      'friendsPreferences must be an object whose friends and acceptInvites are ENABLED or DISABLED.',
    ),
    presence_malformed: constraint(
      'status must be a presence status, and joinInfo an object with a value of at most 256 characters.',
    ),
    too_many_friend_changes: row(429, 'TooManyRequestsException', 'Too many requests. Try again later.'),

    overloaded: row(429, 'TooManyRequestsException', 'Too many requests at once. Try again in a moment.'),
    route_unknown: row(404, 'NOT_FOUND', 'Not Found'),
    method_unknown: row(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed'),
  },
  withPath,
)
