import { type Kysely, sql } from 'kysely'

/**
 * Adds game servers with a root of their own. A server names groups without a foreign key, so that one whose group was
 * deleted stays closed (docs/decisions/0066-game-servers.md). Exactly one key of a server has no end.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('game_server')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('paused_at', 'bigint')
    .addColumn('tells_groups', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_asked_at', 'bigint')
    .execute()
  await schema.createTable('game_server_key')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('server_id', 'text', (c) => c.notNull().references('game_server.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint')
    .execute()
  await schema.createIndex('game_server_key_by_server').on('game_server_key').column('server_id').execute()
  await schema.createIndex('game_server_key_by_end').on('game_server_key').column('ends_at').where(sql.ref('ends_at'), 'is not', null).execute()
  await schema.createIndex('game_server_key_in_force').on('game_server_key').column('server_id').unique().where(sql.ref('ends_at'), 'is', null).execute()
  await schema.createTable('game_server_group')
    .addColumn('server_id', 'text', (c) => c.notNull().references('game_server.id').onDelete('cascade'))
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('game_server_group_pk', ['server_id', 'group_name'])
    .execute()
  await schema.alterTable('attempt').addColumn('server', 'text').execute()
  await schema.createIndex('attempt_by_server').on('attempt').columns(['server', 'at']).where(sql.ref('server'), 'is not', null).execute()
}
