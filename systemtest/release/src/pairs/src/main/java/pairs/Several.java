package pairs;

import java.util.Arrays;

/** Runs several classes in one process, one after another: each argument is the name of one and its arguments. */
class Several {

    public static void main(String[] arguments) throws Exception {
        for (String argument : arguments) {
            String[] words = argument.split(" ");
            var main = Class.forName(words[0]).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
        }
    }
}
