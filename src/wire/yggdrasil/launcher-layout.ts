import type { ErrorTable } from '../../http/errors/error-table.ts'
import type { CommonRefusal, SignInRefusal, TokenRefusal } from '../../model/refusal.ts'
import { yggdrasilErrors } from './errors.ts'

type LauncherRefusal =
  | 'request_cross_site'
  | 'parameters_missing'
  | 'client_token_too_long'
  | SignInRefusal
  | TokenRefusal

/** What one set of paths says differently from another. */
export interface LauncherLayout {
  /** How the document heads them. */
  title: string
  errors: ErrorTable<Exclude<LauncherRefusal, CommonRefusal>>
  /** Of an answer without a body. */
  emptyStatus: 200 | 204
  /** Where it is not, authenticate makes one up (J3) and invalidate ends the token whatever is sent (J6). */
  isClientTokenRequired: boolean
  /** Whether `user` has it beside id and properties. */
  isUsernameAnswered: boolean
}

export const nativeLayout: LauncherLayout = {
  title: 'Launcher requests',
  errors: yggdrasilErrors,
  emptyStatus: 200,
  isClientTokenRequired: true,
  isUsernameAnswered: true,
}
