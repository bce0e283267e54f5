/** The proof of work that some forms ask for. */
export const work = {
  needsScript:
    '此表单需要 JavaScript：发送之前，您的浏览器要做一些计算，以阻挡自动程序。请为本页启用 JavaScript，然后重新加载。',
  working: '请稍候：浏览器正在计算……',
  failed: '您的浏览器无法完成此表单所需的计算。请重新加载页面，或换一个浏览器。',
  missing: '尚未执行任何操作：表单打开的时间过长，或浏览器还没有完成计算。请再发送一次。',
}
