import type { CommonRefusal, Refusal } from '../../model/errors/refusal.ts'
import { forbidden, illegal, type WireError } from './wire-error.ts'

/** The refusals that every protocol has in common. A protocol with other words has its own table. */
// biome-ignore format: one refusal a line reads as a table
export const commonErrors: Readonly<Record<CommonRefusal, WireError>> = {
  body_unreadable: illegal('The request body could not be parsed.'),
  host_repeated: illegal('The request has more than one Host header.'),
  body_too_large: illegal('The request body is too large.', 413),
  encoding_unsupported: illegal('The Content-Encoding is not supported.', 415),
  route_unknown: { status: 404, error: 'Not Found', errorMessage: 'The server has not found anything matching the request URI' },
  server_unknown: { status: 404, error: 'Not Found', errorMessage: 'The server has not found anything matching the request URI' },
  too_many_server_keys: forbidden(429, 'Too many unknown addresses were tried. Try again later.'),
  method_unknown: { status: 405, error: 'Method Not Allowed', errorMessage: 'The method specified in the request is not allowed for the resource identified by the request URI' },
  overloaded: forbidden(429, 'Too many requests at once. Try again in a moment.'),
  database_unavailable: { status: 503, error: 'Service Unavailable', errorMessage: 'The service is temporarily unavailable. Try again in a moment.' },
  skin_system_unavailable: { status: 503, error: 'Service Unavailable', errorMessage: 'The skin system is temporarily unavailable. Try again in a moment.' },
  texture_store_unavailable: { status: 503, error: 'Service Unavailable', errorMessage: 'The pictures are temporarily unavailable. Try again in a moment.' },
  unexpected: { status: 500, error: 'Internal Server Error', errorMessage: 'An internal error occurred.' },
}

/** Every route may answer with these refusals without listing them. */
export const refusalsOfAll = ['database_unavailable', 'unexpected'] as const
export const refusalsOfBodies = ['body_unreadable', 'body_too_large', 'encoding_unsupported'] as const

/** Refusals with a `Retry-After` header. */
export const temporaryRefusals: ReadonlySet<Refusal> = new Set<Refusal>([
  'client_banned',
  'too_many_guesses',
  'too_many_uploads',
  'too_many_devices',
  'too_many_server_keys',
  'overloaded',
  'idempotency_key_in_use',
  'idempotency_keys_too_many',
  'too_many_bedrock_codes',
  'vendor_unavailable',
  'neighbour_unsure',
  'database_unavailable',
  'skin_system_unavailable',
  'texture_store_unavailable',
])
