import { offlineUuid } from '../../lib/uuid.ts'
import type { Context } from '../context.ts'

/** The UUID of a new account, as NORN_UUIDS says. One that is made of the name may be taken, by who had it before. */
export const newUuid = ({ config, random }: Pick<Context, 'config' | 'random'>, username: string): string =>
  config.uuids === 'offline' ? offlineUuid(username) : random.uuid()
