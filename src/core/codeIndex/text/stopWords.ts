/** Words that say nothing about what code is for. They are neither kept nor searched. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    // English.
    'a an the this that these those it its he she they them their we us our you your i me my',
    'and or but nor so if then else than as of in on at by to for from with without into onto about',
    'is are was were be been being am do does did done doing has have had having can could may might',
    'must shall should will would not no yes only also just very too more most some any all each every',
    'both either other another such same own how what which who whom whose when where why there here',
    'out up over again once because while during before after until via per vs etc eg ie don doesn didn',
    'isn aren wasn weren won hasn haven hadn shouldn couldn wouldn ll ve re',
    // Questions about code.
    'code implemented implementation happens happen works work handled place places please show tell',
    'look looks find used uses using use make makes made way ways thing things',
    // Keywords of languages that stand on nearly every page.
    'const let var function return class public private protected static void new export import default',
    'extends implements def self fn func pub end elif',
    'case switch break continue try catch finally throw throws',
    'undefined null none nil true false int',
  ].flatMap(line => line.split(' ')),
);
