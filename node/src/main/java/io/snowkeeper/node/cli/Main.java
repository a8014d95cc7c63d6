package io.snowkeeper.node.cli;

/** Where the process begins. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit status. */
    public static void main(String[] args) {
        StopSignals signals = StopSignals.install();
        int status = 1;
        try {
            status = SnowkeeperCommand.run(SnowkeeperCommand.commandLine(signals), System.getenv(), args);
        } finally {
            signals.exit(status);
        }
    }
}
