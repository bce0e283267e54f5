import type { Kysely } from 'kysely'

/**
 * Adds neighbours, other account services, and the list of those that a game server names
 * (docs/decisions/0075-configured-neighbours.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('neighbour')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('root', 'text')
    .addColumn('has_joined', 'text', (c) => c.notNull())
    .addColumn('profile', 'text', (c) => c.notNull())
    .addColumn('names_url', 'text', (c) => c.notNull())
    .addColumn('names_form', 'text', (c) => c.notNull())
    .addColumn('texture_hosts', 'text', (c) => c.notNull())
    .addColumn('trust', 'bigint', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('textures', 'text', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('per_minute', 'bigint', (c) => c.notNull())
    .addColumn('is_private', 'text', (c) => c.notNull())
    .addColumn('forwards_address', 'text', (c) => c.notNull())
    .addColumn('lookups', 'text', (c) => c.notNull())
    .addColumn('chat_keys', 'text', (c) => c.notNull())
    .addColumn('paused_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createTable('game_server_neighbour')
    .addColumn('server_id', 'text', (c) => c.notNull().references('game_server.id').onDelete('cascade'))
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('game_server_neighbour_pk', ['server_id', 'neighbour_id'])
    .execute()
  await schema.createIndex('game_server_neighbour_by_neighbour').on('game_server_neighbour').column('neighbour_id').execute()
}
