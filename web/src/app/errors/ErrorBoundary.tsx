import { Component, type ReactNode } from 'react';
import { FailurePage } from './FailurePage.tsx';
import { reportBrowserError } from './report-error.ts';

interface Props {
  children: ReactNode;
}

/** Keeps a broken part from taking the rest of the page with it. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportBrowserError(error);
  }

  override render() {
    return this.state.failed ? <FailurePage /> : this.props.children;
  }
}
