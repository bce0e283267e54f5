import { pluralIn } from '../../../lib/text/intl.ts'
import type { groups as original } from '../en/groups.ts'

const members = pluralIn('zh-CN', { other: '名成员' })

export const groups: typeof original = {
  about: '指定了用户组的游戏服务器或应用只允许这些组的成员进入。',
  name: '名称',
  nameHint: '最多 32 个字符：a-z、0-9 和 -。之后不能更改。',
  title: '标题',
  titleHint: '供人阅读。留空：与名称相同。',
  colour: '颜色',
  colourHint: '六位十六进制数字，例如 1f7a5c。留空：无颜色。',
  members: '成员',
  count: (count) => members(count),
  create: '创建用户组',
  newOne: '新用户组',
  save: '保存',
  change: '标题与颜色',
  player: '玩家',
  playerHint: '用户名、邮箱地址或 UUID。多名玩家以空格分隔。',
  add: '添加成员',
  remove: (name) => `移除：${name}`,
  delete: '删除用户组',
  deleteAbout: '指定了此组的游戏服务器和应用将不再允许其成员进入。',
  noMembers: '还没有成员。',
  ofPlayer: '用户组',
  noneOfPlayer: '该玩家不属于任何用户组。',
  addTo: '加入用户组',
  problems: {
    name: '未创建：名称须为 1 到 32 个 a-z、0-9 或 -，并以字母或数字开头。',
    title: '未作更改：标题须为单行的 1 到 64 个字符。',
    colour: '未作更改：请用六位十六进制数字填写颜色，例如 1f7a5c。',
    taken: '未创建：已有同名的用户组。',
    tooMany: '未创建：已有 1000 个用户组。请先删除一个。',
    player: (text) => `未作更改：没有玩家“${text}”。请检查拼写。`,
    tooManyPlayers: (count) => `未作更改：一次最多添加 ${count} 名玩家。`,
    unknown: '未作更改：没有这个用户组。',
  },
  flash: {
    created: '用户组已创建。',
    changed: '用户组已更改。',
    deleted: '用户组已删除。',
    added: '该玩家现在是成员。',
    addedSeveral: '这些玩家现在是成员。',
    removed: '该玩家不再是成员。',
  },
}
