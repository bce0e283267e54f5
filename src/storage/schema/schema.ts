// The tables of both databases. Their rows are in `rows`, by noun. Instants are epoch milliseconds. A nullable instant says
// whether and since when; what is only true or false is a Flag.

import type {
  AccountRow,
  DeletedAccountRow,
  EmailChangeRow,
  InviteRow,
  NameClaimRow,
  RegistrationRow,
  UsernameHistoryRow,
} from './rows/accounts.ts'
import type {
  GameServerGroupRow,
  GameServerKeyRow,
  GameServerRow,
  GroupMemberRow,
  PlayerGroupRow,
  SettingRow,
} from './rows/community.ts'
import type {
  ApiTokenRow,
  AppPasswordRow,
  CredentialRow,
  EncryptionRow,
  SigningKeyRow,
} from './rows/credentials.ts'
import type { DeletionPartRow, DeletionRow } from './rows/deletions.ts'
import type {
  BedrockCodeRow,
  BedrockLinkRow,
  BlockedPlayerRow,
  DeclinedPlayerRow,
  FormerSkinRow,
  FriendshipRow,
  LooseObjectRow,
  PendingJoinRow,
  PresenceRow,
  TextureRow,
} from './rows/game.ts'
import type { GuessRow, LookupClientRow } from './rows/limits.ts'
import type {
  GameServerNeighbourRow,
  LinkCodeRow,
  LinkSignInRow,
  ListedVisitorRow,
  MirroredTexturesRow,
  NeighbourAnswerRow,
  NeighbourKeyRow,
  NeighbourLinkRow,
  NeighbourRow,
  RefusedVisitRow,
  VisitorRow,
} from './rows/neighbours.ts'
import type { OauthArtifactRow, OauthClientRow, OauthGrantRow } from './rows/oauth.ts'
import type { LinkedIdentityRow, ProviderRow, UsedSignInStateRow } from './rows/providers.ts'
import type {
  AttemptRow,
  AuditEntryRow,
  AuditSealRow,
  DayCountRow,
  HourCountRow,
  IdempotencyKeyRow,
  MailRow,
  WebhookDeliveryRow,
  WebhookRow,
} from './rows/records.ts'
import type {
  ChangeUndoRow,
  FactorUndoRow,
  KnownDeviceRow,
  OneTimeLinkRow,
  PasskeyRow,
  RecoveryCodeRow,
  RecoveryRow,
  SetupCodeRow,
  UsedChallengeRow,
  UsedTotpStepRow,
} from './rows/sign-in.ts'
import type {
  LikenessBandRow,
  SharedTextureRow,
  ShelfTextureRow,
  ShelfWearerRow,
  TakenDownTextureRow,
  TextureReportRow,
  WardrobeTextureRow,
} from './rows/wardrobe.ts'

interface Table<Row> {
  readonly primaryKey: readonly (keyof Row & string)[]
  /** Never set. It carries the type of a row. */
  readonly row?: Row
}

const table = <Row>(...primaryKey: (keyof Row & string)[]): Table<Row> => ({ primaryKey })

/** All tables with their rows and primary keys, in an order in which rows come after those they refer to. */
const all = {
  // Before the accounts, whose triggers leave a name alone that already belongs to the account.
  name_claim: table<NameClaimRow>('name_key'),
  account: table<AccountRow>('id'),
  deleted_account: table<DeletedAccountRow>('id'),
  texture: table<TextureRow>('hash'),
  loose_object: table<LooseObjectRow>('hash'),
  former_skin: table<FormerSkinRow>('account_id', 'hash'),
  wardrobe_texture: table<WardrobeTextureRow>('id'),
  shared_texture: table<SharedTextureRow>('id'),
  texture_report: table<TextureReportRow>('id'),
  taken_down_texture: table<TakenDownTextureRow>('hash'),
  likeness_band: table<LikenessBandRow>('band', 'hash'),
  username_history: table<UsernameHistoryRow>('account_id', 'changed_at', 'username'),
  player_group: table<PlayerGroupRow>('name'),
  shelf_texture: table<ShelfTextureRow>('id'),
  shelf_wearer: table<ShelfWearerRow>('account_id', 'kind'),
  provider: table<ProviderRow>('name'),
  linked_identity: table<LinkedIdentityRow>('provider', 'subject'),
  group_member: table<GroupMemberRow>('account_id', 'group_name'),
  game_server: table<GameServerRow>('id'),
  game_server_key: table<GameServerKeyRow>('digest'),
  game_server_group: table<GameServerGroupRow>('server_id', 'group_name'),
  neighbour: table<NeighbourRow>('id'),
  game_server_neighbour: table<GameServerNeighbourRow>('server_id', 'neighbour_id'),
  visitor: table<VisitorRow>('uuid'),
  mirrored_textures: table<MirroredTexturesRow>('uuid'),
  listed_visitor: table<ListedVisitorRow>('name_key', 'neighbour_id', 'server_id'),
  neighbour_key: table<NeighbourKeyRow>('neighbour_id', 'use', 'spki'),
  neighbour_answer: table<NeighbourAnswerRow>('neighbour_id'),
  refused_visit: table<RefusedVisitRow>('digest'),
  neighbour_link: table<NeighbourLinkRow>('neighbour_id', 'uuid'),
  link_code: table<LinkCodeRow>('digest'),
  link_sign_in: table<LinkSignInRow>('session', 'neighbour_id'),
  bedrock_link: table<BedrockLinkRow>('account_id'),
  bedrock_code: table<BedrockCodeRow>('digest'),
  oauth_client: table<OauthClientRow>('client_id'),
  oauth_grant: table<OauthGrantRow>('id'),
  oauth_artifact: table<OauthArtifactRow>('digest'),
  deletion: table<DeletionRow>('id'),
  deletion_part: table<DeletionPartRow>('deletion_id', 'part', 'account_id', 'key'),
  app_password: table<AppPasswordRow>('id'),
  credential: table<CredentialRow>('digest'),
  friendship: table<FriendshipRow>('low', 'high'),
  blocked_player: table<BlockedPlayerRow>('account_id', 'other_id'),
  declined_player: table<DeclinedPlayerRow>('account_id', 'other_id'),
  presence: table<PresenceRow>('account_id', 'pmid'),
  known_device: table<KnownDeviceRow>('account_id', 'digest'),
  email_change: table<EmailChangeRow>('digest'),
  pending_join: table<PendingJoinRow>('account_id', 'server_id_digest'),
  used_totp_step: table<UsedTotpStepRow>('account_id', 'step'),
  recovery_code: table<RecoveryCodeRow>('account_id', 'digest'),
  passkey: table<PasskeyRow>('id'),
  factor_undo: table<FactorUndoRow>('digest'),
  change_undo: table<ChangeUndoRow>('digest'),
  used_challenge: table<UsedChallengeRow>('digest'),
  used_sign_in_state: table<UsedSignInStateRow>('digest'),
  guess: table<GuessRow>('key'),
  lookup_client: table<LookupClientRow>('network'),
  signing_key: table<SigningKeyRow>('kid'),
  encryption: table<EncryptionRow>('id'),
  audit_entry: table<AuditEntryRow>('id'),
  audit_seal: table<AuditSealRow>('number'),
  mail: table<MailRow>('id'),
  registration: table<RegistrationRow>('digest'),
  recovery: table<RecoveryRow>('digest'),
  one_time_link: table<OneTimeLinkRow>('digest'),
  setup_code: table<SetupCodeRow>('digest'),
  invite: table<InviteRow>('id'),
  webhook: table<WebhookRow>('id'),
  webhook_delivery: table<WebhookDeliveryRow>('webhook_id', 'id'),
  api_token: table<ApiTokenRow>('id'),
  idempotency_key: table<IdempotencyKeyRow>('digest'),
  attempt: table<AttemptRow>('subject', 'step', 'refused_at'),
  hour_count: table<HourCountRow>('at', 'step', 'outcome'),
  day_count: table<DayCountRow>('figure', 'server', 'at'),
  setting: table<SettingRow>('name'),
}

export type Schema = {
  [Name in keyof typeof all]: (typeof all)[Name] extends Table<infer Row> ? Row : never
}

export const primaryKeyOf = (name: keyof Schema): readonly string[] => all[name].primaryKey

export const tables = Object.keys(all) as readonly (keyof Schema)[]
