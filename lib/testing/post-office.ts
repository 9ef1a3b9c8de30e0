import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server of a test's own, which takes whatever comes and delivers nothing. */
export class PostOffice {
  readonly mails: ParsedMail[] = [];
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, _session, done) => {
        simpleParser(stream).then((mail) => {
          this.mails.push(mail);
          done();
        }, done);
      },
      ...options,
    });
    // A client that doesn't trust us, or gives up, is what some tests are about.
    this.#server.on("error", () => undefined);
  }

  /** Resolves once it listens, on a free port of this machine. */
  static async open(options: SMTPServerOptions = {}): Promise<PostOffice> {
    const office = new PostOffice(options);
    await new Promise<void>((resolve) => office.#server.listen(0, "127.0.0.1", resolve));
    return office;
  }

  get port(): number {
    // It listens on a port, so this is no path of a socket.
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Those that came for an address, the first one first. */
  to(address: string): ParsedMail[] {
    return this.mails.filter(({ to }) =>
      [to].flat().some((each) => each?.value.some((one) => one.address === address)),
    );
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
