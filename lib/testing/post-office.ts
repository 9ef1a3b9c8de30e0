import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server for a test, which accepts everything and delivers nothing. */
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
    // In some tests the client doesn't trust the server, or gives up.
    this.#server.on("error", () => undefined);
  }

  /** Starts listening on a free port of this machine. */
  static async open(options: SMTPServerOptions = {}): Promise<PostOffice> {
    const office = new PostOffice(options);
    await new Promise<void>((resolve) => office.#server.listen(0, "127.0.0.1", resolve));
    return office;
  }

  get port(): number {
    // It listens on a port, so this isn't a socket's path.
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Returns the mails to an address, oldest first. */
  to(address: string): ParsedMail[] {
    return this.mails.filter(({ to }) =>
      [to].flat().some((each) => each?.value.some((one) => one.address === address)),
    );
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
