import { Component, type ReactNode } from 'react';
import { FailurePage } from './FailurePage.tsx';
import { reportBrowserError } from './report-error.ts';

interface Props {
  children: ReactNode;
}

/** Confines an error to its part of the page. */
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
