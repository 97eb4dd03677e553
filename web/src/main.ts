import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
// For the page that tells how fast the app is.
performance.mark('shown');

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the app works as long as there is network.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
