import { createApp } from 'vue'
import { defineElements } from 'latchkey/element'
import App from './App.vue'
import './page.css'

defineElements()
createApp(App).mount('#app')
