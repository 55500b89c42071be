import { mount } from 'svelte'
import { defineElements } from 'latchkey/element'
import App from './App.svelte'
import './page.css'

defineElements()
mount(App, { target: document.getElementById('app')! })
