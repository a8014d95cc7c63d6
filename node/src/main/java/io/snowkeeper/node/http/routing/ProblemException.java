package io.snowkeeper.node.http.routing;

/** The end of a request's handling with a problem. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public static ProblemException malformed(String detail) {
        return new ProblemException(Problem.malformed(detail));
    }

    public Problem problem() {
        return problem;
    }
}
