import type { ErrorTable } from '../../http/errors/error-table.ts'
import type { CommonRefusal, SignInRefusal, TokenRefusal } from '../../model/errors/refusal.ts'
import { yggdrasilErrors } from './errors.ts'

type LauncherRefusal =
  | 'request_cross_site'
  | 'parameters_missing'
  | 'client_token_too_long'
  | SignInRefusal
  | TokenRefusal

/** The differences between one set of launcher paths and another. */
export interface LauncherLayout {
  /** The heading in the OpenAPI document. */
  title: string
  errors: ErrorTable<Exclude<LauncherRefusal, CommonRefusal>>
  /** The status of an answer without a body. */
  emptyStatus: 200 | 204
  /** If false, authenticate generates a missing one (J3), and invalidate ends the token whatever it is (J6). */
  isClientTokenRequired: boolean
  /** True if `user` has its username in addition to id and properties. */
  isUsernameAnswered: boolean
}

export const nativeLayout: LauncherLayout = {
  title: 'Launcher requests',
  errors: yggdrasilErrors,
  emptyStatus: 200,
  isClientTokenRequired: true,
  isUsernameAnswered: true,
}
