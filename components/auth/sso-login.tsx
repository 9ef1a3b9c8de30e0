import { ChevronRight } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { LoginForm } from "./login-form";
import { SsoButton } from "./sso-button";

/** The sign-in with a provider: what went wrong there, its button, and the password for whom that is the last resort. */
export function SsoLogin({ name, problem }: { name: string; problem: string | null }) {
  return (
    <div className="flex flex-col gap-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <SsoButton variant="primary" size="large" className="w-full min-w-0">
        <span className="min-w-0 truncate">Continue with {name}</span>
      </SsoButton>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 rounded-md text-sm text-text-muted hover:text-text pointer-coarse:min-h-11">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          Sign in with a password
        </summary>
        <div className="pt-3">
          <LoginForm />
        </div>
      </details>
    </div>
  );
}
