// Shows a view that failed to draw as what it is, a bug of the window, and leaves the rest of the page working.
import { Component, type ReactNode } from 'react';
import { ErrorPanel } from '../../ui/states.tsx';

interface BoundaryState {
  readonly error: Error | null;
}

/** A class because React tells failed drawing to classes alone. */
export class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorPanel
        failure={{ code: 'internal', message: error.message }}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
