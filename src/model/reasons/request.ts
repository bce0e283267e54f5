import type { Reasons } from './reason.ts'

/** The reasons of requests to the API, whatever they ask for. */
export const requestReasons = {
  api_token_invalid: {
    status: 401,
    sentence: 'The API token is missing, unknown, revoked or expired. Send "Authorization: Bearer norn_…".',
    when: '`Authorization: Bearer norn_…` is missing, or its API token is unknown, revoked or expired',
    remedy: 'create one with `norn api-token create`',
  },
  api_token_read_only: {
    status: 403,
    sentence: 'The API token is read-only. Use one that was created without --read-only.',
    when: 'a read-only token tried to change something',
    remedy: 'use one created without `--read-only`',
  },
  instant_malformed: {
    sentence: 'The time is malformed or in the past. Use ISO 8601, such as 2027-01-31T18:00:00Z.',
    when: 'no time in ISO 8601, or one in the past',
    remedy: 'write it like `2027-01-31T18:00:00Z`',
  },
  idempotency_key_malformed: {
    sentence: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
    when: 'not 1 to 255 visible ASCII characters',
    remedy: 'make another key',
  },
  idempotency_key_reused: {
    sentence: 'The Idempotency-Key was used for another request. Use a new one for each.',
    when: 'the same key with another request',
    remedy: 'make a new key for each request',
  },
  idempotency_key_in_use: {
    status: 409,
    sentence: 'A request with this Idempotency-Key is still in progress. Try again in a moment.',
    when: 'the first request with this key is not answered yet',
    remedy: 'wait as `Retry-After` says',
  },
  idempotency_keys_too_many: {
    status: 429,
    sentence:
      'The API token has used 10,000 Idempotency-Keys within 24 hours. Continue without one, or later.',
    when: '10,000 keys of one API token within 24 hours',
    remedy: 'send requests without keys, or wait',
  },
} as const satisfies Reasons
