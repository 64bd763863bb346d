export { default as app } from '#shared/locales/en/app.json' with { type: 'json' }
export { default as form } from '#shared/locales/en/form.json' with { type: 'json' }
export { default as ui } from '#shared/locales/en/ui.json' with { type: 'json' }
