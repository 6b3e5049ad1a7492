// argument complex64[5,4] -0.25 0.75 1 -1 1.75 -0.75 -1.5 0.5 -0.75 0.5 0 -0.75 1.25 -0.25 1.25 0 0.25 0.75 -1.25 -0.25 -0.5 0 1 -0.75 1.5 -0.75 0.25 0.5 -1.75 0.75 -1.25 0.5 -0.5 0.75 -0.75 -0.25 0.25 0 1.25 0.75
// result complex64[5,4] -0.71984744 0.29723787 1.4686939 2.2873552 1.8145549 5.461029 -0.1787593 0.13353719 -0.37843344 0.2826982 0.31532237 0.9489846 -0.6221398 3.4344485 -1.4524952 3.1737597 -1.1868278 0.49006242 -0.05106835 0.2819167 -0.25240582 0.5515168 0.85713506 2.5796075 1.4131768 4.253054 -1.0286888 0.7684534 -0.16061968 0.06632274 -0.22953148 0.17146514 -0.56061774 0.23148909 -0.08419747 0.46480206 -0.5343431 1.1675609 -3.2261324 1.3321277
// result complex64[5,4] -1.7198474 0.29723787 0.46869382 2.2873552 0.81455505 5.461029 -1.1787593 0.13353719 -1.3784335 0.2826982 -0.6846776 0.9489846 -1.6221397 3.4344485 -2.4524953 3.1737597 -2.1868277 0.49006242 -1.0510683 0.2819167 -1.2524059 0.5515168 -0.14286488 2.5796075 0.41317692 4.253054 -2.028689 0.7684534 -1.1606196 0.06632274 -1.2295315 0.17146514 -1.5606177 0.23148909 -1.0841975 0.4648021 -1.5343431 1.1675609 -4.226132 1.3321277
// result complex64[5,4] 1.0474728 1.3045442 0.804719 0.4636476 1.1055089 0.42662752 0.9359011 1.7681918 0.9212659 1.4711276 0.47049168 0.8960554 1.0474728 0.66104317 1.1020725 0.7266424 1.1055089 1.1441689 0.56971717 1.7126933 0.7234595 1.3258177 0.8580238 0.5585993 1.0278625 0.4636476 1.0278625 1.1071488 1.0474728 1.8370484 0.9212659 1.670465 1.0278625 1.3909428 0.56971717 1.4288993 0.8580238 1.012197 1.2678394 0.8850668
// result complex64[5,4] 1.120567 1.2270575 1.0986841 0.45508987 1.3965281 0.44753844 0.8412717 1.4858458 0.9643849 1.296163 0.7905694 0.7905694 1.303952 0.67103696 1.3432229 0.7444781 1.2270575 1.120567 0.67103696 1.303952 0.88361555 1.1317139 1.1403466 0.54807895 1.3138802 0.47569025 1.1752594 1.063595 0.86879265 1.5826561 0.8789439 1.4221612 1.0712341 1.2835664 0.75958645 1.1519426 1.0643225 0.9395649 1.4612942 0.94094676
// result complex64[5,4] 0.40580547 -0.4443703 0.776887 -0.32179716 0.64937234 -0.20810117 0.28855377 -0.50964093 0.3694853 -0.49659953 0.6324555 -0.6324555 0.6063254 -0.31202587 0.5695253 -0.31565806 0.4443703 -0.40580547 0.3120259 -0.6063253 0.4286165 -0.5489619 0.7123689 -0.34238222 0.6729005 -0.24362357 0.4677707 -0.42332664 0.2665334 -0.48553675 0.31446058 -0.50880784 0.38325638 -0.45922267 0.3989544 -0.6050299 0.52805185 -0.46615472 0.48375025 -0.31149325
// result complex64[5,4] -0.28377524 -0.38421932 1.0839233 0.27175257 1.0488816 0.037945997 -0.9677868 -0.09263783 -0.8077471 -0.36377016 0 3.0095696 1.1644341 -0.067512415 1.1043248 -0.13813677 0.28377524 -0.38421932 -1.1644341 -0.067512415 -1.3212867 -0.8508782 1.2248553 0.2021147 1.0810829 0.06458436 0.36923382 -0.6794674 -0.95724523 -0.04082635 -0.9429941 -0.14945938 -0.5219056 -0.31332973 -1.5037783 -0.2477365 1.099398 -1.5966891 0.8844088 -0.10313471
// result complex64[5,4] -0.09053575 0.99589324 0.70710677 0.70710677 0.81373346 0.5812382 -0.5144958 0.857493 -0.28734788 0.95782626 0 1 0.5812382 0.81373346 0.52999896 0.8479983 0.09053575 0.99589324 -0.5812382 0.81373346 -0.24253564 0.97014254 0.62469506 0.78086877 0.7682213 0.6401844 0.09950371 0.99503714 -0.5368755 0.8436615 -0.4472136 0.8944272 -0.17888544 0.9838699 -0.3939193 0.91914505 0.12403473 0.99227786 0.41380295 0.9103665
// result float32[5,4] 2.7613401 1.4142135 2.1505814 2.9154758 2.6100767 1.25 2.1505814 2.3584952 2.7613401 2.1505814 2.0615528 1.6007811 1.9525623 2.512469 3.259601 2.795085 2.795085 1.9039433 2.0155644 3.0207615
// result complex64[5,4] 1.047473 0.26625207 1.4166067 -0.24497867 1.5704571 -0.15660188 0.45814535 0.32175055 0.8350313 0.21866895 1.1289246 -0.24497867 1.4486461 -0.058755822 1.446919 0 1.2045975 0.22679885 0.56971717 -0.14189707 0.91629076 0 1.4035705 -0.18534794 1.517777 -0.16514868 1.1903515 0.15264933 0.3768859 0.5404195 0.5988516 0.27829966 0.9593796 0.29145682 0.81706524 -0.11065722 1.178655 0 1.4622524 0.1746722
// result complex64[5,4] -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf -0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf 0 -inf -0 -inf 0 -inf 0
"builtin.module"() <{sym_name = "jit_complex_functions"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x4xcomplex<f32>>) -> (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xf32>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x4xcomplex<f32>>):
    %0 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %3 = "stablehlo.exponential"(%2) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %4 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %6 = "stablehlo.add"(%arg0, %5) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %7 = "stablehlo.exponential_minus_one"(%6) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %8 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %10 = "stablehlo.add"(%arg0, %9) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %11 = "stablehlo.log_plus_one"(%10) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %12 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %14 = "stablehlo.add"(%arg0, %13) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %15 = "stablehlo.sqrt"(%14) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %16 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %18 = "stablehlo.add"(%arg0, %17) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %19 = "stablehlo.rsqrt"(%18) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %20 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %22 = "stablehlo.add"(%arg0, %21) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %23 = "stablehlo.tanh"(%22) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %24 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %26 = "stablehlo.add"(%arg0, %25) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %27 = "stablehlo.sign"(%26) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %28 = "stablehlo.constant"() <{value = dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %30 = "stablehlo.add"(%arg0, %29) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %31 = "stablehlo.abs"(%30) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xf32>
    %32 = "stablehlo.constant"() <{value = dense<(3.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %34 = "stablehlo.add"(%arg0, %33) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %35 = "stablehlo.log"(%34) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %36 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %38 = "stablehlo.multiply"(%arg0, %37) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %39 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
    %41 = "stablehlo.subtract"(%38, %40) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    %42 = "stablehlo.log_plus_one"(%41) : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f32>>
    "func.return"(%3, %7, %11, %15, %19, %23, %27, %31, %35, %42) : (tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<5x4xf32>, tensor<5x4xcomplex<f32>>, tensor<5x4xcomplex<f32>>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
