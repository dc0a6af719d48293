import 'virtual:sign-in.css';
import { runSignIn } from './signInPage.ts';

const root = document.getElementById('root');
if (!root) throw new Error('login.html has no #root');

runSignIn(root);
