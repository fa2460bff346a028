%% What tests of primitives share: that an expression raises an error of some
%% kind in the name of some class.

-include_lib("eunit/include/eunit.hrl").
-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-define(_assertRaises(Kind, Class, Expr), ?_test(?assertRaises(Kind, Class, Expr))).
-define(assertRaises(Kind, Class, Expr),
    ?assertMatch(
        #beamtalk_error{kind = Kind, class = Class},
        try Expr of
            Value__ -> {answered, Value__}
        catch
            error:#{error := Error__} -> Error__;
            Class__:Reason__ -> {Class__, Reason__}
        end
    )
).
