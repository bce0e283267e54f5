import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { deletion as original } from '../en/deletion.ts'

const instant = instantIn('zh-CN')
const days = pluralIn('zh-CN', { other: '天' })

export const deletion: typeof original = {
  about:
    '您会立即在所有设备上退出登录，其他人再也查不到您的用户名。您的皮肤、披风、邮箱地址和账号中的其他一切都会被删除。',
  remains: (count) => `管理员的日志会将与您的账号有关的记录（包括网络地址）保留 ${days(count)}。`,
  grace: (count) => `您可以在 ${days(count)}内改变主意：请在此期限之前重新登录。`,
  exportFirst: '先下载您的数据',
  leaving: {
    heading: '此账号将被删除',
    explanation: (username, at) => `${username} 将在 ${instant(at)} 之后被删除。在此之前，您可以原样保留它。`,
    keep: '保留我的账号',
  },
  lastAdministrator: '您是唯一的管理员。请先将他人设为管理员，再删除账号。',
  flash: {
    requested: '您的账号将被删除。如果改变主意，请登录。',
    kept: '您的账号已保留。请在启动器中重新登录。',
  },
}
