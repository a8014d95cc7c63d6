package io.snowkeeper.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A report of all findings about a node.
 *
 * @param node its name
 */
record Report(String node, List<Finding> findings) {

    private static final String LINE = "%-8s %-15s %s";

    Report {
        findings = List.copyOf(findings);
    }

    /** Makes all checks, one after the other. */
    static Report of(String node, List<Check> checks) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Check check : checks) {
            findings.addAll(check.look());
        }
        return new Report(node, findings);
    }

    long count(Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    /** Prints a line for each finding, and one that counts them. */
    void print(PrintWriter out) {
        for (Finding finding : findings) {
            out.println(PrintableText.of(LINE.formatted(finding.outcome().text(), finding.check(), finding.text())));
        }
        out.println("%s ok, %s warnings, %s failed"
                .formatted(count(Outcome.OK), count(Outcome.WARNING), count(Outcome.FAILED)));
    }

    /** Prints all as one object of JSON, on one line. */
    void printJson(PrintWriter out) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("node", node);
        for (Outcome outcome : Outcome.values()) {
            report.put(outcome.text(), count(outcome));
        }
        ArrayNode checks = report.putArray("checks");
        findings.forEach(finding -> checks.addObject()
                .put("check", finding.check())
                .put("outcome", finding.outcome().text())
                .put("text", finding.text()));
        out.println(PrintableText.of(report.toString()));
    }
}
